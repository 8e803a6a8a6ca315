"""A thin retained toolkit: widgets know their rectangle, their words and what they do; a stage routes input to them."""
