import type { IncomingHttpHeaders } from 'node:http';
import Bowser from 'bowser';

/** A device as its owner recognises it, from the User-Agent header; null for what is unknown. */
export type Device = {
  browser: string | null;
  system: string | null;
  device: 'phone' | 'tablet' | 'computer' | null;
};

/** Anybody can send any header, so customers are shown known names only. */
const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP));
const DEVICES = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' } as const;
/** No browser sends longer headers. */
const LONGEST_HEADER = 1_000;

/** The device that sent a request. */
export function deviceOf({ headers }: { headers: IncomingHttpHeaders }): Device {
  const { 'user-agent': header = '' } = headers;
  const notified = header.length > 0 && header.length <= LONGEST_HEADER ? Bowser.parse(header) : null;
  const type = notified?.platform.type as keyof typeof DEVICES | undefined;
  return {
    browser: knownOf(BROWSERS, notified?.browser.name),
    system: knownOf(SYSTEMS, notified?.os.name),
    device: (type && DEVICES[type]) ?? null,
  };
}

const knownOf = (names: ReadonlySet<string>, name = '') => (names.has(name) ? name : null);
