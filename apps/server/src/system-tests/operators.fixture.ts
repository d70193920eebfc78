import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { inviteOperator } from '../modules/account/operators/index.ts';
import {
  type Browser,
  headingOf,
  openBrowser,
  type Page,
} from '../modules/account/sign-in/browser.fixture.ts';
import { freePort } from '../testing/free-port.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

export const OPERATOR_PASSWORD = 'seven lanterns upstairs';

export const newAddress = () => `ola-${randomUUID().slice(0, 8)}@shop.example`;
export const secretOn = ({ text }: Page) =>
  /<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? '';

export async function takeFirstStep(
  browser: Browser,
  email: string,
  password = OPERATOR_PASSWORD,
): Promise<Page> {
  return browser.submit(await browser.open('/operator/sign-in'), { email, password });
}

export const tokenOf = (browser: Browser) =>
  browser.cookies().find(({ name }) => name === 'keepsake_operator')?.value ?? '';

/** An installation with its own accounts, whose clock a test moves by `clock.ahead`, in milliseconds. */
export async function startOperators() {
  const clock = { ahead: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const lines: Record<string, unknown>[] = [];
  const PORT = String(await freePort());
  const publicUrl = `http://127.0.0.1:${PORT}`;
  const installation = await startInstallation({
    identity: 'embedded',
    env: { PORT, PUBLIC_URL: publicUrl },
    clock: now,
    logTo: (line) => void lines.push(JSON.parse(line)),
  });
  const node = () => installation.nodes[0] as Installation['nodes'][number];
  const db = () => node().connection.db;
  const parts = () => ({ db: db(), clock: now });

  /** Invites an operator through the command's function, and sets the password by the mailed link. */
  async function invite(email = newAddress()): Promise<string> {
    await inviteOperator(parts(), { email, name: 'Ola Berg', locale: 'en-GB' });
    const { link } = await receiveMail(db(), email, /operator access/);
    const browser = openBrowser(publicUrl);
    const page = await browser.open(link);
    const done = await browser.submit(page, { password: OPERATOR_PASSWORD });
    expect(headingOf(done)).toBe('Your password is set');
    return email;
  }

  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret }).generate({ timestamp: now().getTime() + steps * 30_000 });

  /** An operator who is invited, has set up a second factor and is signed in with it. */
  async function enrol(email?: string) {
    const operator = await invite(email);
    const browser = openBrowser(publicUrl);
    const page = await takeFirstStep(browser, operator);
    const secret = secretOn(page);
    const console = await browser.submit(page, { code: codeOf(secret, -1) });
    expect(headingOf(console)).toBe('Public gallery');
    return { email: operator, browser, secret, console };
  }

  /** Signs in once more, one code step later, so that no code is used twice. */
  async function signInAgain({ email, secret }: { email: string; secret: string }) {
    const browser = openBrowser(publicUrl);
    clock.ahead += 30_000;
    const console = await browser.submit(await takeFirstStep(browser, email), { code: codeOf(secret) });
    expect(headingOf(console)).toBe('Public gallery');
    return browser;
  }

  const events = () => lines.flatMap(({ event }) => (typeof event === 'string' ? event : []));

  return {
    installation,
    publicUrl,
    clock,
    now,
    lines,
    node,
    db,
    parts,
    invite,
    codeOf,
    enrol,
    signInAgain,
    events,
  };
}
