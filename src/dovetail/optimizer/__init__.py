"""Rules that rewrite a plan, one file each, and the driver that applies them."""
