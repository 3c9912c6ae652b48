"""Who may call, and how often: keys (S6) and rates (S7), as classes for Django REST framework.

The service uses them if API_TOKENS or RATE_LIMIT is set; another site can name them in its REST_FRAMEWORK.
"""
