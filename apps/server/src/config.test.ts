import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartupError } from './platform/startup-error.ts';

describe('the settings', () => {
  it('need not be given: everything is embedded', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      role: 'all',
    });
    expect(config.isEmbedded).toEqual({ database: true, identity: true, mail: true, storage: true });
  });

  it('[UPL-01] take an upload URL that is valid, and count any other value as not configured', () => {
    expect(readConfig({ UPLOAD_URL: 'https://upload.example/mobile' }).uploadUrl).toBe(
      'https://upload.example/mobile',
    );
    for (const value of [
      '',
      'upload',
      '/upload',
      'javascript:alert(1)',
      'ftp://upload.example',
      'https://',
    ]) {
      expect(readConfig({ UPLOAD_URL: value }).uploadUrl, value).toBeNull();
    }
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'eighty'],
    ['PUBLIC_URL', 'keepsake.example'],
    ['DATABASE_URL', 'mysql://localhost/keepsake'],
    ['STORAGE_URL', '/var/photos'],
    ['ROLE', 'boss'],
    ['ACCESS_TOKEN_SECONDS', '5'],
    ['FEATURE_FLAGS', '{"a":true}'],
    ['SERVICES', 'not json'],
  ])('are refused with a sentence that names the wrong one: %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(StartupError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('show no demo customers where the database or the accounts are a retailer’s own', () => {
    expect(readConfig({}).hasDemo).toBe(true);
    expect(readConfig({ DATABASE_URL: 'postgres://db.example/keepsake' }).hasDemo).toBe(false);
    expect(readConfig({ OIDC_ISSUER: 'https://id.example' }).hasDemo).toBe(false);
  });
});
