// node node.mjs HOST: prints what the client makes of each answer, as JSON.
import { WebServiceClient } from "@maxmind/geoip2-node";

const client = new WebServiceClient("1234", "licence key", { host: process.argv[2], timeout: 10000 });
const asked = async (call) => call.catch((error) => ({ code: error.code, status: error.status }));
const answers = {
  country: await asked(client.country("81.2.69.142")),
  city: await asked(client.city("81.2.69.142")),
  insights: await asked(client.insights("2a02:d500::1")),
  network: await asked(client.city("9.9.9.9")),
  reserved: await asked(client.city("10.0.0.1")),
  notFound: await asked(client.insights("1.2.3.4")),
  invalid: await asked(client.city("nowhere")),
};
console.log(JSON.stringify(answers));
