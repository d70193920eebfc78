import { expect, type Page, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './access.ts';
import { registerIn, signIn } from './customers.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const twoSteps = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' });

/** The code an authenticator app shows `steps` half-minutes from now. */
function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

async function signInAgain(page: Page, mia: { email: string; password: string }) {
  await page.context().clearCookies();
  await page.goto('/settings/security');
  await signIn(page, mia);
  await expect(heading(page, 'Enter your code')).toBeVisible();
}

test('two-step sign-in is turned on, required, passed with a code and a recovery code, and turned off', async ({
  page,
}) => {
  const mia = await registerIn(page);
  await page.goto('/settings/security');
  await twoSteps(page).getByRole('button', { name: 'Set up' }).click();
  await expect(twoSteps(page).getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = (await twoSteps(page)
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .textContent()) as string;
  await expectAccessible(page);
  await twoSteps(page)
    .getByLabel(/Code from the app/)
    .fill(codeOf(secret));
  await twoSteps(page).getByRole('button', { name: 'Turn on' }).dblclick();
  const codes = twoSteps(page).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) as string;
  await expectAccessible(page);
  await twoSteps(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(twoSteps(page)).toContainText('10 recovery codes left');

  await signInAgain(page, mia);
  await expectAccessible(page);
  const code = page.getByLabel('Code');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(twoSteps(page)).toContainText('10 recovery codes left');

  await signInAgain(page, mia);
  await page.getByRole('link', { name: 'Use a recovery code' }).click();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(twoSteps(page)).toContainText('9 recovery codes left');
  await expect(page.getByRole('region', { name: 'Account activity' })).toContainText('Recovery code used');

  await twoSteps(page).getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(twoSteps(page).getByRole('button', { name: 'Set up' })).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/settings/security');
  await signIn(page, mia);
  await expect(twoSteps(page)).toBeVisible();
});
