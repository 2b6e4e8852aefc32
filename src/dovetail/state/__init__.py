"""What streaming joins keep between batches; nothing of it is needed in batch."""
