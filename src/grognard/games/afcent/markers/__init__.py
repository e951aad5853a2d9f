"""Chapters 4.7, 5 and 6: airpower, electronic warfare, marker attrition."""
