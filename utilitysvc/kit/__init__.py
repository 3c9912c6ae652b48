"""What every app stands on. It knows no app, no URLconf and no project settings module."""
