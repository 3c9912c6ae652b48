"""Flask as in its quickstart."""

from flask import Flask, jsonify, request

from benchmarks.peers.contract import answer, validated

application = Flask(__name__)


@application.route("/uuid/", methods=["GET", "POST"])
def uuids():
    parameters = request.get_json() if request.method == "POST" else request.args
    try:
        return jsonify(answer(*validated(parameters)))
    except ValueError as exc:
        return jsonify(error=str(exc)), 400
