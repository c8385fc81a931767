import { paymentBody } from "./first-payment.ts";
import type { Wish } from "./first-payment.ts";

/** What a snippet sends, where, and as whom. */
export interface SnippetCall {
  readonly origin: string;
  readonly merchant: string;
  readonly password: string;
  readonly wish: Wish;
}

interface Snippet {
  readonly language: string;
  readonly text: (call: SnippetCall) => string;
}

const bodyOf = ({ wish }: SnippetCall): string => JSON.stringify(paymentBody(wish), undefined, 2);

const urlOf = ({ origin, merchant }: SnippetCall): string =>
  `${origin}/api/rest/version/100/merchant/${merchant}/order/my-order/transaction/1`;

/** Complete programs: each sends one payment and prints the answer. */
export const SNIPPETS: readonly [Snippet, ...Snippet[]] = [
  {
    language: "curl",
    text: (call) => `curl -X PUT ${urlOf(call)} \\
  -u 'merchant.${call.merchant}:${call.password}' \\
  -H 'Content-Type: application/json' \\
  -d '${bodyOf(call)}'`,
  },
  {
    language: "Node",
    text: (call) => `const credentials = btoa("merchant.${call.merchant}:${call.password}");
const response = await fetch("${urlOf(call)}", {
  method: "PUT",
  headers: { "Content-Type": "application/json", Authorization: \`Basic \${credentials}\` },
  body: JSON.stringify(${bodyOf(call)}),
});
console.log(response.status, await response.json());`,
  },
  {
    language: "PHP",
    text: (call) => `<?php
$request = curl_init('${urlOf(call)}');
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => 'PUT',
    CURLOPT_USERPWD => 'merchant.${call.merchant}:${call.password}',
    CURLOPT_HTTPHEADER => ['Content-Type: application/json'],
    CURLOPT_POSTFIELDS => '${JSON.stringify(paymentBody(call.wish))}',
    CURLOPT_RETURNTRANSFER => true,
]);
echo curl_exec($request);`,
  },
  {
    language: "Java",
    text: (call) => `import java.net.URI;
import java.net.http.*;
import java.util.Base64;

var credentials = Base64.getEncoder().encodeToString("merchant.${call.merchant}:${call.password}".getBytes());
var body = """
${bodyOf(call)}
""";
var request = HttpRequest.newBuilder(URI.create("${urlOf(call)}"))
    .header("Authorization", "Basic " + credentials)
    .header("Content-Type", "application/json")
    .PUT(HttpRequest.BodyPublishers.ofString(body))
    .build();
var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
System.out.println(response.statusCode() + " " + response.body());`,
  },
  {
    language: "Python",
    text: (call) => `import base64, json, urllib.request

credentials = base64.b64encode(b"merchant.${call.merchant}:${call.password}").decode()
request = urllib.request.Request(
    "${urlOf(call)}",
    method="PUT",
    headers={"Content-Type": "application/json", "Authorization": "Basic " + credentials},
    data=json.dumps(${bodyOf(call)}).encode(),
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`,
  },
  {
    language: ".NET",
    text: (call) => `using System.Net.Http.Headers;
using System.Text;

var credentials = Convert.ToBase64String(Encoding.UTF8.GetBytes("merchant.${call.merchant}:${call.password}"));
using var client = new HttpClient();
client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic", credentials);
var body = """
${bodyOf(call)}
""";
var response = await client.PutAsync(
    "${urlOf(call)}",
    new StringContent(body, Encoding.UTF8, "application/json"));
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");`,
  },
];
