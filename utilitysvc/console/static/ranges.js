// What an address is that stands in no database, in words for a person.

const RANGES = {
  private: "A private address: it is used within a home or a company, and many networks have the same one. The Internet sees the address of their router.",
  loopback: "The address of this machine itself: browser and service run on the same one, or a proxy stands between them.",
  "link-local": "An address that counts on one cable or one wireless network only; a device gives it to itself.",
  shared: "An address that a provider shares among its customers (carrier-grade NAT), and that the Internet never sees.",
  documentation: "An address for examples in documents. Nobody has it.",
  multicast: "An address of a group: what is sent to it reaches all who listen.",
  unspecified: "The address that stands for none.",
  reserved: "An address that is kept for other uses. Nobody on the Internet has it.",
};

export const explained = (range) => RANGES[range];
