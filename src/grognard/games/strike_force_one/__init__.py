"""Strike Force One: three levels, five scenarios. The rules' chapters are the modules of this package."""
