"""Laws of what is told to players who learn a game: the order of the cards, and the reasons of hints."""
