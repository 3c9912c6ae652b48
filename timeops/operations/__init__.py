"""What each operation of /time/ computes and answers."""
