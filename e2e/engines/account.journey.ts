import { linkFromOutbox } from '../outbox.ts';
import { openShop } from '../shop.ts';
import type { Tab } from './tab.ts';
import { signInAt, test } from './test.ts';

/** Opens the account menu: Escape, and then Back within the app, close it and nothing else. */
async function closeMenu(tab: Tab): Promise<void> {
  const menu = ['button', /account$/] as const;
  for (const close of [() => tab.key('Escape'), tab.back]) {
    await tab.press(menu);
    await tab.sees('header a[href="/settings"]', 1);
    await close();
    await tab.sees('header a[href="/settings"]', 0);
    await tab.seesFocusOn(menu);
  }
}

test('sign in: leads to the requested page, and Back does not return to the form', async ({ tab, mia }) => {
  await signInAt(tab, '/settings', mia);
  await tab.sees(['heading', 'Settings']);
  await tab.isAt(/^\/settings$/);
  await tab.press(['link', 'My orders']);
  await tab.sees(['heading', 'My orders']);
  await closeMenu(tab);
  await tab.back();
  await tab.sees(['heading', 'Settings']);
  await tab.back();
  await tab.sees(['heading', /^Good/]);
});

test('orders: an order opens from the list, and Back returns to the list', async ({ tab, mia, request }) => {
  const orderCode = await openShop(request, mia.customerId).place();
  await signInAt(tab, '/orders', mia);
  const order = ['link', new RegExp(orderCode)] as const;
  await tab.press(order);
  await tab.sees(['region', 'Delivery']);
  await closeMenu(tab);
  await tab.isAt(new RegExp(`^/orders/${orderCode}$`));
  await tab.back();
  await tab.isAt(/^\/orders$/);
  await tab.sees(order);
});

test('address: is added, changed, deleted and restored, and Back leads to the list', async ({ tab, mia }) => {
  await signInAt(tab, '/settings', mia);
  await tab.press(['link', 'Manage addresses']);
  await tab.press(['link', 'Add address']);
  // The form loads after its page, and then takes the focus.
  await tab.seesFocusOn(['textbox', 'Name']);
  await closeMenu(tab);
  await tab.back();
  await tab.press(['link', 'Add address']);
  await tab.fill(['textbox', /^Street/], 'Fernlea Road');
  await tab.fill(['textbox', /^House number/], '12');
  await tab.fill(['textbox', /^Postcode/], 'sw129rt');
  await tab.fill(['textbox', /^Town or city/], 'London');
  await tab.press(['button', 'Save address']);
  await tab.reads('main li', 'SW12 9RT');
  await tab.press(['link', /^Change .*Fernlea Road/]);
  await tab.fill(['textbox', /^Town or city/], 'Leeds');
  await tab.key('Enter');
  await tab.reads('main li', 'Leeds');
  await tab.press(['button', /^Delete .*Leeds/]);
  await tab.press(['button', 'Undo']);
  await tab.reads('main li', 'Leeds');
});

test('settings: personal details are changed by mouse and keyboard', async ({ tab, mia }) => {
  await signInAt(tab, '/', mia);
  await tab.press(['link', 'Settings']);
  await tab.press(['link', 'Change personal details']);
  const name = ['textbox', /^Name/] as const;
  await tab.fill(name, '<Mia>');
  await tab.key('Enter');
  await tab.seesFocusOn(name);
  await tab.fill(name, 'Mia Berg');
  await tab.choose(['combobox', /^Email language/], 'Svenska');
  await tab.press(['button', 'Save']);
  await tab.sees(['button', "Mia Berg's account"]);
  await tab.isAt(/^\/settings$/);
  await closeMenu(tab);
  await tab.back();
  await tab.reads(name, 'Mia Berg');
});

test('newsletter: is subscribed by keyboard, confirmed by the mailed link, and cancelled', async ({
  tab,
  mia,
  request,
}) => {
  await signInAt(tab, '/settings', mia);
  await tab.press(['link', 'Change newsletter settings']);
  await tab.press(['button', 'Subscribe']);
  await tab.seesFocusOn(['checkbox', /^Ideas for photos/]);
  await tab.key('Space');
  await tab.press(['button', 'Subscribe']);
  await tab.sees(['region', 'Waiting for your confirmation']);
  await tab.open(await linkFromOutbox(request, mia.email, /confirm your newsletter/));
  await tab.press(['button', 'Confirm subscription']);
  await tab.sees(['heading', 'Your subscription is confirmed']);
  await tab.press(['link', 'Change newsletter settings']);
  await tab.press(['button', 'Unsubscribe']);
  await tab.sees(['button', 'Subscribe']);
  await closeMenu(tab);
});

test('sign out: neither Back nor the address shows the account again', async ({ tab, mia }) => {
  await signInAt(tab, '/', mia);
  await tab.press(['link', 'Settings']);
  await tab.sees(['heading', 'Settings']);
  await tab.press(['button', /account$/]);
  await tab.press('header a[href="/logout"]');
  await tab.sees(['heading', /signed out/]);
  await tab.back();
  await tab.sees(['heading', 'Sign in']);
  await tab.open('/orders');
  await tab.sees(['heading', 'Sign in']);
});
