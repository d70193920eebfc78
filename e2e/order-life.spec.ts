import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { registerIn, signIn } from './customers.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { readPictures } from './small-library.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(180_000);

const step = (page: Page) => page.locator('[aria-current="step"]');
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const card = (page: Page, status: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: status })
    .getByRole('link', { name: /\(order DEMO-/ });
const ARRIVED = { timeout: 40_000 };

/** A customer in the demo shop, with four photos to print. */
async function openDemoShop(page: Page) {
  const mia = await registerIn(page);
  const { authorization } = mia;
  const photos = await uploadPhotos({ asking: page.request, authorization }, await readPictures(FOUR));
  await expectThumbnails({ asking: page.request, authorization }, photos);
  const selection = await page.request.post('/api/temp-selections/temp-selections', {
    headers: { authorization },
    data: { photoIds: photos.map(({ imageId }) => imageId) },
  });
  const { tempSelectionId } = await selection.json();
  await page.goto(`/demo-shop?tempSelectionId=${tempSelectionId}&productCode=PAP_910&channel=pennyfern`);
  return mia;
}

/** Orders the displayed product with a double press, and opens the order's page. */
async function placeOrder(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Order with obligation to pay' }).dblclick();
  await page.getByRole('link', { name: 'Follow your order' }).click();
  await expect(page).toHaveURL(/\/orders\/DEMO-[0-9A-F]{12}$/);
  return page.url().split('/').at(-1) ?? '';
}

async function sendElsewhere(delivery: Locator, houseNumber: string): Promise<void> {
  await delivery.getByRole('button', { name: 'Change address' }).click();
  await delivery.getByRole('textbox', { name: /^House number/ }).fill(houseNumber);
}

async function openPhone(browser: Browser, mia: { email: string; password: string }): Promise<Page> {
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await phone.goto('/orders');
  await signIn(phone, mia);
  await expect(phone.getByRole('link', { name: /\(order DEMO-/ })).toHaveCount(1);
  return phone;
}

test('prints are followed live on two devices, arrive late, and are reordered without a deleted photo to another address; a frame is withdrawn from [ORD-01, ORD-07, ORD-08, ORD-10, ORD-30]', async ({
  page,
  browser,
}) => {
  const mia = await openDemoShop(page);
  for (let prints = 1; prints < 5; prints++) await page.getByRole('button', { name: 'More prints' }).click();
  await expect(page.getByText('20 prints')).toBeVisible();
  await page.getByRole('button', { name: 'Use a different address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivery address' });
  await dialog.getByRole('textbox', { name: /^Postcode/ }).fill('ec1y8sy');
  await dialog.getByRole('textbox', { name: /^Street/ }).fill('Errol Street');
  await dialog.getByRole('button', { name: 'Use this address' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('12 Errol Street')).toBeVisible();
  await expect(page.getByText('£7.79')).toBeVisible();
  await expectAccessible(page);

  const prints = await placeOrder(page);
  const delivery = panel(page, 'Delivery');
  const phone = await openPhone(browser, mia);
  await expect(panel(page, 'Progress')).toContainText('Payment received');
  await expect(step(page)).toContainText('In production');

  await phone.goto('/demo-shop');
  const frame = await placeOrder(phone);
  await expect(panel(phone, 'Progress')).toContainText('Payment received');
  await panel(phone, 'Right to cancel').getByRole('link', { name: 'Cancel your contract here' }).click();
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByRole('button', { name: 'Confirm cancellation' }).dblclick();
  await expect(phone.getByRole('heading', { name: 'We have received your cancellation' })).toBeVisible();
  await phone.goto(`/orders/${frame}`);
  await expect(panel(phone, 'Right to cancel')).toContainText('Cancellation received on');
  await expect(panel(phone, 'Products')).toContainText('-£12.98', ARRIVED);
  await expectAccessible(phone);
  await phone.goto('/orders');
  await expect(delivery).toContainText('Demand is high at the moment.');
  await expect(delivery).toContainText('Yours is a large order. We are making it now.');
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Track parcel PW/ }).click();
  const carrier = await opening;
  await expect(carrier.getByRole('heading', { level: 1 })).toHaveText(/^Parcel PW[0-9A-F]{10}$/);
  await expectAccessible(carrier);
  await expect(step(page)).toContainText('Delivered', ARRIVED);
  await expect(carrier.getByRole('status')).toContainText('Delivered');
  await carrier.close();
  await expect(card(phone, 'Delivered').first()).toBeVisible();
  await expectAccessible(page);

  await phone.goto('/my-photos/photos');
  await phone.getByRole('button', { name: 'Select' }).click();
  await phone
    .getByRole('checkbox', { name: /^Photo taken/ })
    .first()
    .click();
  await phone.getByRole('button', { name: 'Delete' }).click();
  const deleting = phone.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await phone.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await deleting;
  await page.getByRole('link', { name: 'Order again' }).click();
  await expect(panel(page, 'Products')).toContainText('1 of its photos has since been deleted');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Order with obligation to pay' }).dblclick();
  await expect(page.getByRole('link', { name: /^Ordered again as DEMO-/ })).toHaveCount(1);
  await page.getByRole('link', { name: /^Ordered again as DEMO-/ }).click();
  await expect(page.getByRole('link', { name: `Repeat of ${prints}` })).toBeVisible();
  await sendElsewhere(delivery, '7a');
  await delivery.getByRole('button', { name: 'Send new address' }).click();
  await expect(delivery).toContainText('Your order will go to this new address.');
  await expect(delivery.locator('address').first()).toContainText('7a Errol Street');
  await sendElsewhere(delivery, '9');

  await phone.goto('/orders');
  await card(phone, 'Awaiting payment').click();
  await phone.getByRole('link', { name: 'Pay now' }).click();
  await expect(phone.getByText('15 × Photo prints')).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Pay £6.84' }).dblclick();
  await expect(step(page)).toContainText('In production');
  await delivery.getByRole('button', { name: 'Send new address' }).click();
  await expect(delivery.getByRole('alert')).toContainText('The address can no longer be changed');
  await phone.context().close();
});
