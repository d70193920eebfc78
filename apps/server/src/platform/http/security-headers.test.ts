import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readSources } from '../../../../../scripts/conventions/sources.ts';
import { readConfig } from '../../config/config.ts';
import { addSecurityHeaders, CLEAR_CACHE } from './security-headers.ts';

async function transportSecurity(environment: Record<string, string>) {
  const { hasSecureSubdomains } = readConfig({ DATA_DIR: '/srv/keepsake', ...environment });
  await using app = Fastify();
  await addSecurityHeaders(app, { connectOrigins: [], secureTransport: true, hasSecureSubdomains });
  app.get('/', { config: { access: 'public' } }, async () => '');
  return (await app.inject('/')).headers['strict-transport-security'];
}

test('browsers call other hosts below ours over https only if HSTS_SUBDOMAINS says so', async () => {
  expect(await transportSecurity({})).toBe('max-age=31536000');
  expect(await transportSecurity({ HSTS_SUBDOMAINS: 'off' })).toBe('max-age=31536000');
  expect(await transportSecurity({ HSTS_SUBDOMAINS: 'on' })).toBe('max-age=31536000; includeSubDomains');
  expect(() => readConfig({ HSTS_SUBDOMAINS: 'yes' })).toThrow('HSTS_SUBDOMAINS');
});

test('browsers are asked to drop what they have cached and nothing else, and by this header alone', () => {
  expect(CLEAR_CACHE).toEqual(['clear-site-data', '"cache"']);
  const others = [...readSources()].filter(
    ([file, text]) =>
      /^(apps|packages)\//.test(file) && !/\.test\.ts$/.test(file) && /clear-site-data/i.test(text),
  );
  expect(others.map(([file]) => file)).toEqual(['apps/server/src/platform/http/security-headers.ts']);
});
