import { Secret, TOTP, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { asCustomerId } from '../../../testing/customer-ids.ts';
import { digestOf, makeRecoveryCodes } from '../security/recovery-codes.ts';
import { enrolmentAddress, findStep, makeSecret } from './one-time-codes.ts';

/** '12345678901234567890', from appendix B of RFC 6238. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is that of RFC 6238', (seconds, code) => {
  expect(findStep(RFC_SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
});

test('an app reads any of our secrets from its URI', () => {
  for (let at = 0; at < 20; at++) {
    const secret = makeSecret();
    const read = URI.parse(
      enrolmentAddress(secret, { brand: 'Foto & Co: Wien', email: 'anna+1@example.com' }),
    ) as TOTP;
    expect(read).toMatchObject({ issuer: 'Foto & Co  Wien', label: 'anna+1@example.com', digits: 6 });
    const now = new Date('2026-06-15T10:00:10Z');
    expect(findStep(secret, read.generate({ timestamp: now.getTime() }), now)).not.toBeNull();
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  }
});

test('a clock may be off by one step at most', () => {
  const totp = new TOTP({ secret: RFC_SECRET });
  const now = new Date('2026-06-15T10:00:10Z');
  const codeIn = (seconds: number) => totp.generate({ timestamp: now.getTime() + seconds * 1000 });
  const present = Math.floor(now.getTime() / 30_000);
  expect([-60, -30, 0, 30, 60].map((seconds) => findStep(RFC_SECRET, codeIn(seconds), now))).toEqual([
    null,
    present - 1,
    present,
    present + 1,
    null,
  ]);
  expect(findStep(RFC_SECRET, ` ${codeIn(0).replace(/^.../, '$& ')} `, now)).toBe(present);
  for (const code of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', '😀😀😀'])
    expect(findStep(RFC_SECRET, code, now)).toBeNull();
});

test('there are ten different recovery codes, recognised however they are typed', () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  expect(digestOf(asCustomerId('a'), 'ABCD EFGH 1LI0 o9kz')).toEqual(
    digestOf(asCustomerId('a'), 'abcd-efgh-1110-09kz'),
  );
  expect(digestOf(asCustomerId('a'), 'abcd')).not.toEqual(digestOf(asCustomerId('b'), 'abcd'));
});
