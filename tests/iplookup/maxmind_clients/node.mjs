// node node.mjs HOST GUARDED KEY: print as JSON what the client returns or throws.
// GUARDED is the host of a service that requires KEY and allows two calls a day.
import { WebServiceClient } from "@maxmind/geoip2-node";

const [host, guarded, key] = process.argv.slice(2);
const connect = (key, host) => new WebServiceClient("1234", key, { host, timeout: 10000 });
const client = connect("licence key", host);
const allowed = connect(key, guarded);
const asked = async (call) => call.catch((error) => ({ code: error.code, status: error.status }));
const city = await asked(client.city("81.2.69.142"));
const insights = await asked(client.insights("2a02:d500::1"));
const told = ({ code, status, city }) => city?.names.en ?? [code, status];
const answers = {
  country: (await asked(client.country("81.2.69.142"))).country.isoCode,
  city: [city.city.names.fr, city.location.accuracyRadius, city.traits.isp, city.traits.network],
  insights: [insights.traits.isTorExitNode, insights.country.isInEuropeanUnion],
  network: (await asked(client.city("9.9.9.9"))).traits.organization,
  reserved: told(await asked(client.city("10.0.0.1"))),
  notFound: told(await asked(client.insights("1.2.3.4"))),
  invalid: told(await asked(client.city("nowhere"))),
  wrongKey: told(await asked(connect("another key", guarded).city("81.2.69.142"))),
  rightKey: [
    told(await asked(allowed.city("81.2.69.142"))),
    told(await asked(allowed.city("81.2.69.142"))),
    told(await asked(allowed.city("81.2.69.142"))),
  ],
};
console.log(JSON.stringify(answers));
