import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerIn } from './customers.ts';

/** A device that stores passkeys and recognises its owner, simulated by Chromium. */
async function addAuthenticator(page: Page) {
  const device: CDPSession = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...options,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    /** Whether its owner confirms requests. */
    answer: (enabled: boolean) =>
      device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

test('a passkey is created on the provider’s page, named in the settings, signs in on its own, and stops working once removed', async ({
  page,
}) => {
  const device = await addAuthenticator(page);
  await registerIn(page);
  await page.goto('/settings/security');
  await passkeys(page).getByRole('button', { name: 'Create a passkey' }).dblclick();
  await expect(heading(page, 'Create a passkey')).toBeVisible();
  await expectAccessible(page);
  await device.answer(true);
  await page.getByRole('button', { name: 'Create passkey' }).dblclick();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(passkeys(page).getByRole('listitem')).toContainText(/Chrome.*not used yet/);

  await passkeys(page)
    .getByRole('button', { name: /^Rename/ })
    .click();
  await passkeys(page).getByLabel('Name').fill('My laptop');
  await passkeys(page).getByRole('button', { name: 'Save' }).click();
  await expect(passkeys(page).getByRole('listitem')).toContainText('My laptop');
  await expectAccessible(page);

  // Through the address field's suggestions: the device answers, and no button is pressed.
  await page.context().clearCookies();
  await page.goto('/settings/security');
  await expect(passkeys(page).getByRole('listitem')).toContainText(/My laptop.*last used/);

  await passkeys(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await passkeys(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('could not sign you in with this passkey');
});
