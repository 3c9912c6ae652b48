// What an address is that stands in no database, in words for a person.

const RANGES = {
  private: "A private address. It is used inside a home or a company, and many networks use the same one. The Internet sees the address of the router instead.",
  loopback: "The address of this machine itself. Browser and service run on the same machine, or there is a proxy between them.",
  "link-local": "An address that is valid only within one cable or wireless network. A device assigns it to itself.",
  shared: "An address that a provider uses for its customers behind a shared public address (carrier-grade NAT). It is not visible on the Internet.",
  documentation: "An address for examples in documentation. Nobody uses it.",
  multicast: "The address of a group. What is sent to it reaches everyone in the group.",
  unspecified: "A placeholder that means “no address”.",
  reserved: "An address that is reserved for other uses. Nobody on the Internet uses it.",
};

export const explained = (range) => RANGES[range];
