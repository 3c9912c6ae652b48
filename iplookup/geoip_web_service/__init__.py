"""Answer requests of MaxMind's GeoIP2 web service from the site's own databases (I15).

https://dev.maxmind.com/geoip/docs/web-services/
"""
