import { randomUUID } from 'node:crypto';
import type { Enrolment, SecondFactor } from '@keepsake/contracts/account/second-factor';
import { TOTP } from 'otpauth';
import type { Account } from '../accounts/store.ts';
import type { Browser } from '../sign-in/browser.fixture.ts';
import { PASSWORD, startSignIn, type TestIdentity } from '../sign-in/identity.fixture.ts';

/** The code that an authenticator app shows, now or this many steps of 30 seconds later. */
export const codeOf = (secret: string, now: Date, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: now.getTime() + steps * 30_000 });

/** The web app's calls in a session, which has the second factor as those calls require. */
export function openAccount(identity: TestIdentity, account: Account, claims: object = {}) {
  const session = { sid: randomUUID(), amr: ['pwd', 'otp', 'mfa'], ...claims };
  const path = `/identity/v2/identities/${account.identityType}/${account.id}/second-factor`;
  const call = async <Body>(method: string, rest = '', body?: object) => {
    const token = await identity.tokenFor(account.id, session);
    const authorization = `Bearer ${token}`;
    return identity.call<Body>(account.id, method, path + rest, body, { authorization });
  };
  return {
    read: async () => (await call<SecondFactor>('GET')).body,
    begin: () => call<Enrolment & { code: string }>('POST', '/actions/begin'),
    confirm: (code: string) =>
      call<{ recoveryCodes: string[]; code: string }>('POST', '/actions/confirm', { code }),
    renew: () => call<{ recoveryCodes: string[]; code: string }>('POST', '/recovery-codes/actions/renew'),
    remove: () => call<{ code: string }>('DELETE'),
  };
}

/** Turns on two-step sign-in with the previous code, so that the current one can still be used. */
export async function enrol(identity: TestIdentity, account: Account) {
  const web = openAccount(identity, account);
  const { secret } = (await web.begin()).body;
  const { body } = await web.confirm(codeOf(secret, identity.clock.now, -1));
  return { web, secret, recoveryCodes: body.recoveryCodes };
}

/** Takes the first step of a sign-in. */
export async function takeFirstStep(identity: TestIdentity, browser: Browser, email: string, options = {}) {
  const attempt = await startSignIn(identity, options);
  const page = await browser.submit(await browser.open(attempt.url), { email, password: PASSWORD });
  return { attempt, page };
}
