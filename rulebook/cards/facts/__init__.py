"""Facts: typed statements about an ability that the rules of ``governing.toml`` match."""
