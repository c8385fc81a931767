import type { ConditionCase } from "./conditions-cases.ts";

const CITY = "billing.address.city";

export const REQUEST_CASES: readonly ConditionCase[] = [
  {
    when: `{ request: { ${CITY}: Paris } }`,
    holds: [{ request: `${CITY}=Paris` }],
    fails: [
      [{ request: `${CITY}=paris` }, `request ${CITY}: expected Paris, got paris`],
      [{}, `request ${CITY}: expected Paris, got none`],
      [{ request: "billing.address=Paris" }, `request ${CITY}: expected Paris, got none`],
      [{ request: `${CITY}.name=Paris` }, `request ${CITY}: expected Paris, got a group`],
      [{ request: `${CITY}[0]=Paris` }, `request ${CITY}: expected Paris, got a list`],
      [{ request: `${CITY}=null` }, `request ${CITY}: expected Paris, got a group`],
    ],
  },
  {
    when: "{ request: { order.custom: 10 } }",
    holds: [
      { request: "order.custom=10" },
      { request: "order.custom=10.00" },
      { request: 'order.custom="10"' },
      { request: 'order.custom="10.00"' },
    ],
    fails: [
      [{ request: "order.custom=11" }, "request order.custom: expected 10, got 11"],
      [{ request: 'order.custom="1e1"' }, "request order.custom: expected 10, got 1e1"],
      [{ request: 'order.custom="ten"' }, "request order.custom: expected 10, got ten"],
      [{ request: "order.custom=true" }, "request order.custom: expected 10, got true"],
    ],
  },
  {
    when: '{ request: { order.custom: "10" } }',
    holds: [{ request: "order.custom=10" }, { request: 'order.custom="10"' }],
    fails: [[{ request: 'order.custom="10.00"' }, "request order.custom: expected 10, got 10.00"]],
  },
  {
    when: "{ request: { posTerminal.attended: false } }",
    holds: [{ request: "posTerminal.attended=false" }, { request: 'posTerminal.attended="false"' }],
    fails: [
      [{ request: "posTerminal.attended=true" }, "request posTerminal.attended: expected false, got true"],
      [{ request: "posTerminal.attended=0" }, "request posTerminal.attended: expected false, got 0"],
      [{}, "request posTerminal.attended: expected false, got none"],
    ],
  },
  {
    when: `{ request: { ${CITY}: [Paris, Rome, 75, true] } }`,
    holds: [{ request: `${CITY}=Rome` }, { request: `${CITY}=75` }, { request: `${CITY}=true` }],
    fails: [
      [{ request: `${CITY}=Bern` }, `request ${CITY}: expected Paris or Rome or 75 or 1 more, got Bern`],
    ],
  },
  {
    when: `{ request: { ${CITY}: { in: [Paris, Rome] } } }`,
    holds: [{ request: `${CITY}=Paris` }],
    fails: [[{ request: `${CITY}=` }, `request ${CITY}: expected Paris or Rome, got `]],
  },
  {
    when: `{ request: { ${CITY}: { equals: Paris } } }`,
    holds: [{ request: `${CITY}=Paris` }],
    fails: [[{}, `request ${CITY}: expected Paris, got none`]],
  },
  {
    when: "{ request: { customer: { exists: true } } }",
    holds: [{ request: "customer.email=a@b.example" }, { request: "customer={}" }],
    fails: [
      [{}, "request customer: expected one, got none"],
      [{ request: "constructor.customer=1" }, "request customer: expected one, got none"],
    ],
  },
  {
    when: "{ request: { customer.toString: { exists: false }, __proto__: { exists: false } } }",
    holds: [{}, { request: "customer.email=a@b.example" }],
    fails: [
      [
        { request: "customer.toString=5555555555554444" },
        "request customer.toString: expected none, got 555555xxxxxx4444",
      ],
    ],
  },
  {
    when: "{ request: { customer.email: { prefix: qa- } } }",
    holds: [{ request: "customer.email=qa-1@b.example" }],
    fails: [
      [
        { request: "customer.email=1@b.example" },
        "request customer.email: expected a start of qa-, got 1@b.example",
      ],
    ],
  },
  {
    when: '{ request: { customer.email: { pattern: "^qa-[0-9]+@" } } }',
    holds: [{ request: "customer.email=qa-12@b.example" }],
    fails: [
      [
        { request: "customer.email=qa-@b.example" },
        "request customer.email: expected one that fits ^qa-[0-9]+@, got qa-@b.example",
      ],
      [{}, "request customer.email: expected one that fits ^qa-[0-9]+@, got none"],
    ],
  },
  {
    when: '{ request: { order.custom: { pattern: "7$", prefix: "4" } } }',
    holds: [{ request: "order.custom=457" }, { request: "order.custom=4 and 7" }],
    fails: [
      [
        { request: "order.custom=47.5" },
        "request order.custom: expected a start of 4, one that fits 7$, got 47.5",
      ],
    ],
  },
  {
    when: '{ request: { "order.item[0].sku": ab, "order.item[n].sku": [xy, yz] } }',
    holds: [
      { request: "order.item[0].sku=ab; order.item[1].sku=xy" },
      { request: "order.item[0].sku=ab; order.item[1].sku=cd; order.item[2].sku=yz" },
    ],
    fails: [
      [
        { request: "order.item[0].sku=xy; order.item[1].sku=ab" },
        "request order.item[0].sku: expected ab, got xy",
      ],
      [
        { request: "order.item[0].sku=ab; order.item[1].quantity=1" },
        "request order.item[n].sku: expected xy or yz, got ab",
      ],
      [{ request: "order.item.sku=ab" }, "request order.item[0].sku: expected ab, got none"],
    ],
  },
  {
    when: '{ request: { "order.item[n].sku": { prefix: a, pattern: b } } }',
    holds: [{ request: "order.item[0].sku=x; order.item[1].sku=ab" }],
    fails: [
      [
        { request: "order.item[0].sku=a; order.item[1].sku=b" },
        "request order.item[n].sku: expected a start of a, one that fits b, got a and b",
      ],
    ],
  },
  {
    when: '{ request: { "order.item[n].tax[1].type": { exists: false } } }',
    holds: [{}, { request: "order.item[0].tax[0].type=VAT" }],
    fails: [
      [
        { request: "order.item[0].sku=a; order.item[1].tax[1].type=VAT" },
        "request order.item[n].tax[1].type: expected none, got VAT",
      ],
    ],
  },
  {
    when: '{ request: { sourceOfFunds.provided.card.number: { prefix: "512345000000" } } }',
    holds: [{ request: 'sourceOfFunds.provided.card.number="5123450000000008"' }],
    fails: [
      [
        { request: 'sourceOfFunds.provided.card.number="4000000000000002"' },
        "request sourceOfFunds.provided.card.number: expected a start of 512345xx0000, got 400000xxxxxx0002",
      ],
    ],
  },
  {
    when: '{ request: { order.custom: "4000000000000002" } }',
    holds: [{ request: "order.custom=4000000000000002" }],
    fails: [
      [
        { request: "order.custom=no. 5123450000000008" },
        "request order.custom: expected 400000xxxxxx0002, got no. 512345xxxxxx0008",
      ],
      [
        { request: "order.custom=5123450000000009" },
        "request order.custom: expected 400000xxxxxx0002, got 512345xxxxxx0009",
      ],
    ],
  },
  {
    when: "{ request: { securityCode: { exists: false }, sourceOfFunds.provided.card.track2: { exists: true } } }",
    holds: [{ request: 'sourceOfFunds.provided.card.track2="5123450000000008=3901"' }],
    fails: [
      [{ request: 'securityCode="123"' }, "request securityCode: expected none, got one"],
      [{}, "request sourceOfFunds.provided.card.track2: expected one, got none"],
    ],
  },
  {
    when: "{ request: { order.description: { equals: short } } }",
    holds: [{ request: "order.description=short" }],
    fails: [
      [
        { request: `order.description=${"long ".repeat(20)}` },
        `request order.description: expected short, got ${"long ".repeat(12)}…`,
      ],
    ],
  },
];
