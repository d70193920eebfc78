/** How many attempts a subject has, and for how long it then waits. */
export type ThrottlePolicy = {
  name: string;
  freeAttempts: number;
  firstBlockSeconds: number;
  longestBlockSeconds: number;
  /** After this long without an attempt all is forgotten. */
  forgetAfterSeconds: number;
};

const block = { firstBlockSeconds: 30, longestBlockSeconds: 15 * 60 };

/** Sign-ins by e-mail address, whether or not it has an account. */
export const ACCOUNT_POLICY: ThrottlePolicy = {
  name: 'account',
  freeAttempts: 5,
  ...block,
  forgetAfterSeconds: 86_400,
};
/** Sign-ins by network address, behind which a whole office may sit. */
export const NETWORK_POLICY: ThrottlePolicy = {
  name: 'network',
  freeAttempts: 40,
  ...block,
  forgetAfterSeconds: 3_600,
};
/** Mails that one recipient can be made to get, of each kind: of those that are sent, not of those asked for. */
const MAIL_POLICY: ThrottlePolicy = {
  name: 'mail',
  freeAttempts: 5,
  firstBlockSeconds: 600,
  longestBlockSeconds: 3_600,
  forgetAfterSeconds: 3_600,
};

export type AskedMail = 'confirm' | 'known' | 'reset';
export const mailPolicy = (kind: AskedMail): ThrottlePolicy => ({ ...MAIL_POLICY, name: `mail:${kind}` });

/** Mails that one network address can ask for. */
export const NETWORK_MAIL_POLICY: ThrottlePolicy = { ...MAIL_POLICY, name: 'network-mail', freeAttempts: 30 };

/** Seconds to wait after so many attempts: none at first, then doubling up to the longest. */
export function blockSeconds(attempts: number, policy: ThrottlePolicy): number {
  const over = attempts - policy.freeAttempts;
  if (over < 0) return 0;
  return Math.min(policy.longestBlockSeconds, policy.firstBlockSeconds * 2 ** Math.min(over, 20));
}

/** Customers of one household share an IPv6 network of 64 bits, so the rest of the address says nothing. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  while (tail !== undefined && groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest].slice(0, 4).join(':');
}
