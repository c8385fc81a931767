const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** RFC 4291 section 2.2: eight groups, one run of zeros left out, the last two written as IPv4 or not. */
export function isIpv6(text: string): boolean {
  if (!text.includes(":")) return false;
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0) return false;
  const groups = [...groupsOf(head, tail === undefined), ...groupsOf(tail ?? "", true)];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return tail === undefined ? groups.length === 8 : groups.length < 8;
}

/** An IPv4 address stands for two groups, and only at the end. */
function groupsOf(part: string, isEnd: boolean): readonly string[] {
  if (part === "") return [];
  const groups = part.split(":");
  const last = groups.at(-1) ?? "";
  return isEnd && isIpv4(last) ? [...groups.slice(0, -1), "0", "0"] : groups;
}
