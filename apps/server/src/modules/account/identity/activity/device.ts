import type { IncomingHttpHeaders } from 'node:http';
import Bowser from 'bowser';

/** What a browser says of itself, as far as a customer recognises it; null for what it does not say. */
export type Device = {
  browser: string | null;
  system: string | null;
  device: 'phone' | 'tablet' | 'computer' | null;
};

const DEVICES = { mobile: 'phone', tablet: 'tablet', desktop: 'computer' } as const;
/** Longer headers are no browser's. */
const LONGEST_HEADER = 1_000;

/** The device that sent a request. */
export function deviceOf({ headers }: { headers: IncomingHttpHeaders }): Device {
  const { 'user-agent': header = '' } = headers;
  const told = header.length > 0 && header.length <= LONGEST_HEADER ? Bowser.parse(header) : null;
  const type = told?.platform.type as keyof typeof DEVICES | undefined;
  return {
    browser: told?.browser.name || null,
    system: told?.os.name || null,
    device: (type && DEVICES[type]) ?? null,
  };
}
