"""What arrives over the network: routes, the socket, limits, who is asking."""
