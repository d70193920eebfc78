import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { fromAnywhere } from './account-by-forms.ts';
import { newCustomer, registerIn } from './customers.ts';
import { readMails } from './outbox.ts';
import { openShop } from './shop.ts';

const status = 'paymentSuccess';
const withdrawal = { days: 14 };
const frame = { code: 'FRA_910', title: 'Oak frame', quantity: 1, price: 899, status, withdrawal };
const mug = { ...frame, code: 'MUG_1', title: 'Mug' };
const prints = { ...frame, code: 'PAP_910', title: 'Prints', withdrawal: { none: 'personalised' } };

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm cancellation' });
const received = (page: Page) => page.getByRole('heading', { name: 'We have received your cancellation' });

test('a frame is withdrawn from, the shop answers, and the order shows both', async ({ page }) => {
  const mia = await registerIn(page);
  const shop = openShop(page.request, mia.customerId);
  const order = await shop.place({ products: [frame, mug, prints], total: 3_087 });
  await shop.report(order, 'parcel', { parcelId: 'P1', state: 'delivered' });

  await page.goto(`/orders/${order}`);
  const panel = page.getByRole('region', { name: 'Right to cancel' });
  await expect(panel).toContainText('Oak frame, Mug: You can cancel the contract');
  await expect(panel).toContainText('Prints: Personalised for you');
  await expectAccessible(page);
  await panel.getByRole('link', { name: 'Cancel your contract here' }).click();
  await expect(page.getByRole('checkbox', { name: /^Prints/ })).toBeDisabled();
  await page.getByRole('checkbox', { name: /^Mug/ }).uncheck();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccessible(page);
  await confirm(page).dblclick();
  await expect(received(page)).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(received(page)).toBeVisible();
  await expect(page.getByText(/^Pennyfern Ltd/)).toContainText('12 Fern Row');

  const [mail, ...others] = await readMails(page.request, mia.email, /We have received your cancellation/);
  expect(others).toEqual([]);
  expect(mail).toContain(`Order: ${order}`);
  expect(mail).toContain('Products: Oak frame');
  expect(mail).toMatch(/send it back by .* to:\s+Pennyfern Ltd\s+12 Fern Row/);

  await page.getByRole('link', { name: 'Back to the order' }).click();
  await expect(panel).toContainText('Cancellation received on');
  await expect(panel).toContainText('Oak frame');
  await expect(panel).toContainText(/send it back by .* to this address:Pennyfern Ltd/);
  await shop.report(order, 'refunded', { amount: 899 });
  await expect(page.getByRole('region', { name: 'Products' })).toContainText('-£8.99');
});

test('a visitor who is not signed in withdraws by keyboard, and gets the same answer whatever they write', async ({
  page,
  browser,
}) => {
  const mia = await registerIn(await (await browser.newContext()).newPage());
  const shop = openShop(page.request, mia.customerId);
  const order = await shop.place({ products: [frame] });
  const nobody = newCustomer();
  await page.setExtraHTTPHeaders(fromAnywhere());
  await page.goto('/help/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cancel your contract here' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Cancel a contract' })).toBeVisible();
  await expectAccessible(page);

  for (const { code, email } of [
    { code: order, email: mia.email },
    { code: 'E2E-NOSUCH', email: nobody.email },
  ]) {
    await page.goto('/help/faq');
    await page.goto('/withdrawal');
    await page.getByRole('textbox', { name: 'Your name' }).focus();
    for (const text of ['Mia Holm', code, '', email]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check your cancellation' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(confirm(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(received(page)).toBeFocused();
    await expect(
      page.getByText(`We are sending a receipt with a copy of your cancellation to ${email}.`),
    ).toBeVisible();
  }
  expect(await readMails(page.request, mia.email, /We have received/)).toHaveLength(1);
  expect(await readMails(page.request, nobody.email, /We have received/)).toHaveLength(1);
  const countCareMails = async (email: string) => {
    const mails = await readMails(page.request, 'care@pennyfern.example', /without a matching order/);
    return mails.filter((mail) => mail.includes(email)).length;
  };
  await expect.poll(() => countCareMails(nobody.email)).toBe(1);
  expect(await countCareMails(mia.email)).toBe(0);
});
