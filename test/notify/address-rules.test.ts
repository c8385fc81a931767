import { expect } from "chai";
import { hostOf, isHost, refusalOfTarget } from "../../server/notify/address-rules.ts";

const OUTSIDE = /in a private network: add it to SANDBOX_NOTIFICATION_HOSTS$/;
const SCHEME = /^only https is allowed/;

/** What the URL's host stands for: itself, unless it is a name. */
type Case = readonly [url: string, addresses: readonly string[], refusal: RegExp | undefined];

const OF_REQUESTS: readonly Case[] = [
  ["https://127.0.0.1/a", ["127.0.0.1"], undefined],
  ["https://[::1]:8443/a", ["::1"], undefined],
  ["https://localhost/a", ["::1", "127.0.0.1"], undefined],
  ["https://10.1.2.3/a", ["10.1.2.3"], undefined],
  ["https://172.31.0.1/a", ["172.31.0.1"], undefined],
  ["https://172.32.0.1/a", ["172.32.0.1"], OUTSIDE],
  ["https://192.168.7.7/a", ["192.168.7.7"], undefined],
  ["https://shop.internal/a", ["fd00::1", "10.0.0.1"], undefined],
  ["https://[::ffff:10.0.0.1]/a", ["::ffff:10.0.0.1"], undefined],
  ["https://[::ffff:8.8.8.8]/a", ["::ffff:8.8.8.8"], OUTSIDE],
  ["https://shop.example/a", ["93.184.216.34"], OUTSIDE],
  ["https://two-faced.example/a", ["127.0.0.1", "93.184.216.34"], OUTSIDE],
  ["https://0.0.0.0/a", ["0.0.0.0"], OUTSIDE],
  ["https://169.254.169.254/a", ["169.254.169.254"], OUTSIDE],
  ["https://[fd00:ec2::254]/a", ["fd00:ec2::254"], OUTSIDE],
  ["https://meta.internal/a", ["fd00:0ec2:0:0:0:0:0:0254"], OUTSIDE],
  ["https://[fd20:ce::254]/a", ["fd20:ce::254"], OUTSIDE],
  ["https://[fe80::1]/a", ["fe80::1"], OUTSIDE],
  ["https://100.64.0.1/a", ["100.64.0.1"], OUTSIDE],
  ["http://127.0.0.1/a", ["127.0.0.1"], SCHEME],
  ["ftp://127.0.0.1/a", ["127.0.0.1"], SCHEME],
  ["https://user@127.0.0.1/a", ["127.0.0.1"], /^addresses that contain a user name/],
  ["https://user%3Aword@127.0.0.1/a", ["127.0.0.1"], /^addresses that contain a user name/],
  ["https://127.0.0.1/a?b=1&pin=4321", ["127.0.0.1"], /^addresses that contain a secret/],
  ["https://127.0.0.1/a?pin=xxx", ["127.0.0.1"], /^addresses that contain a secret/],
  ["https://127.0.0.1/a#security%43ode=987", ["127.0.0.1"], /^addresses that contain a secret/],
  ["https://127.0.0.1/a?b=cvc&pins=1", ["127.0.0.1"], undefined],
  ["https://named.example/a", ["93.184.216.34"], undefined],
  ["https://NAMED.example./a", ["93.184.216.34"], OUTSIDE],
  ["https://198.51.100.7/a", ["198.51.100.7"], undefined],
];

const OF_SETTINGS: readonly Case[] = [
  ["http://127.0.0.1:9000/a", ["127.0.0.1"], undefined],
  ["http://localhost/a", ["127.0.0.1", "::1"], undefined],
  ["http://10.0.0.1/a", ["10.0.0.1"], SCHEME],
  ["http://localhost/a?cvc=123", ["127.0.0.1"], /^addresses that contain a secret/],
  ["http://localhost/a", ["127.0.0.1", "10.0.0.1"], SCHEME],
  ["http://named.example/a", ["93.184.216.34"], SCHEME],
  ["https://shop.example/a", ["93.184.216.34"], OUTSIDE],
  ["https://named.example/a", ["93.184.216.34"], undefined],
];

const HOSTS = ["named.example", "198.51.100.7"];

describe("where notifications may go", () => {
  for (const [isOwn, cases] of [
    [false, OF_REQUESTS],
    [true, OF_SETTINGS],
  ] as const) {
    for (const [text, addresses, refusal] of cases) {
      const what = `${text} at ${addresses.join(" and ")} ${isOwn ? "of the settings" : "of a request"}`;
      it(`${refusal === undefined ? "is" : "is not"} ${what}`, () => {
        const told = refusalOfTarget({ url: new URL(text), isOwn, addresses }, HOSTS);
        if (refusal === undefined) expect(told).to.equal(undefined);
        else expect(told).to.match(refusal);
      });
    }
  }

  it("is judged by the host without brackets and in lower case", () => {
    expect(["https://[::1]/", "https://LOCALHOST/"].map((it) => hostOf(new URL(it)))).to.deep.equal([
      "::1",
      "localhost",
    ]);
  });

  const hosts = ["shop.example", "SHOP.example", "a_b-c", "127.0.0.1", "::1", "fd00::1"];
  const others = [
    ...[
      "http://x",
      "x:80",
      "x/",
      "user@x",
      "x?",
      "*.example",
      "a b",
      "1.2.3",
      "[::1]",
      "fd00:0::1",
      "",
      "é.example",
    ],
  ];
  it("is named by hosts as URLs have them, and by nothing else", () => {
    expect(hosts.filter((host) => !isHost(host))).to.deep.equal([]);
    expect(others.filter(isHost)).to.deep.equal([]);
  });
});
