// @vitest-environment happy-dom
import type { DeliveryAddress } from '@keepsake/contracts/orders/delivery-address';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeOrder, open, orderAnswers, ordersPush, prepareOrders } from './orders.fixture.ts';

prepareOrders();
const PATH = '/orders/K-1';
const ORDER = '/api/orders/v1/superorders/K-1';
const PUT = `PUT ${ORDER}/deliveryAddress`;
const home = {
  name: 'Mia Berg',
  streetName: 'Fernlea Road',
  streetNumber: '12',
  postalCode: 'SW12 9RT',
  city: 'London',
  country: 'GB',
};
const away = { ...home, streetNumber: '14' };
const address = (changes: Partial<DeliveryAddress> = {}): DeliveryAddress => ({
  ...home,
  changeState: 'NotStarted',
  version: 1,
  changeableUntil: '2026-11-22T14:05:00Z',
  requested: null,
  refusal: null,
  isUnreached: false,
  ...changes,
});
const sent = address({ changeState: 'RequestSent', version: 2, requested: away });

/** An order's page with a server that stores its address, and answers a change as given. */
async function show(
  deliveryAddress: DeliveryAddress,
  answer: (body: { version: number }) => { status?: number; body: object } = () => ({ body: sent }),
) {
  const server = { address: deliveryAddress, requested: [] as object[], details: {} as Partial<Superorder> };
  const push = ordersPush();
  const answers = {
    ...orderAnswers(makeOrder()),
    [ORDER]: () => ({
      body: makeOrder({ deliveryAddress: server.address, ...server.details }) satisfies Superorder,
    }),
    [PUT]: (_: URLSearchParams, body: unknown) => {
      server.requested.push(body as object);
      const answered = answer(body as { version: number });
      if (!answered.status) server.address = answered.body as DeliveryAddress;
      return answered;
    },
  };
  await open(PATH, answers, push);
  const panel = within(await screen.findByRole('region', { name: 'Delivery' }));
  return { server, push, panel };
}
type Panel = Awaited<ReturnType<typeof show>>['panel'];
const words = (panel: Panel) => panel.getByRole('status').textContent;
const change = async (panel: Panel) => {
  await userEvent.click(panel.getByRole('button', { name: 'Change address' }));
  return panel.findByRole<HTMLInputElement>('textbox', { name: /^House number/ });
};
const send = (panel: Panel) => userEvent.click(panel.getByRole('button', { name: 'Send new address' }));

describe('the delivery address of an order [ORD-08]', () => {
  test('shows the state of its change: requested, accepted, or refused with the reason [ORD-09]', async () => {
    const { server, push, panel } = await show(address());
    expect(panel.getByText(/You can change the address until/).textContent).toContain('22 Nov');
    expect(words(panel)).toBe('');
    const say = (next: Partial<DeliveryAddress>) => {
      server.address = address(next);
      act(() => push.sayOrdersChanged('K-1'));
    };
    say(sent);
    expect(await panel.findByText(/^We have asked for your order to go to the new address/)).toBeTruthy();
    expect(panel.getByText('14 Fernlea Road')).toBeTruthy();
    say({ ...away, changeState: 'SuccessfulUpdate', version: 2 });
    expect(await panel.findByText('Your order will go to this new address.')).toBeTruthy();
    say({ ...sent, changeState: 'RequestFailed', refusal: 'The label is printed.' });
    expect(await panel.findByText('The label is printed.')).toBeTruthy();
    expect(words(panel)).toContain('The delivery address could not be changed.');
    say({ ...sent, changeState: 'RequestFailed', isUnreached: true });
    expect(await panel.findByText(/^The address could not be changed/)).toBeTruthy();
    expect(words(panel)).toContain('The delivery address could not be changed.');
    server.details = { status: 'Dispatched', deliveredAt: '2026-11-22T16:00:00Z' };
    say({ ...away, changeState: 'SuccessfulUpdate', version: 2, changeableUntil: null });
    await waitFor(() => expect(words(panel)).toBe(''));
  });

  test('is typed, sent once with the version seen, and then awaits the answer [ORD-09]', async () => {
    const { server, panel } = await show(address());
    const number = await change(panel);
    expect(words(panel)).toBe('Where should your order go instead?');
    expect(panel.getByText(/cannot be changed/).parentElement?.textContent).toContain('United Kingdom');
    expect(document.activeElement).toBe(panel.getByRole('textbox', { name: 'Name' }));
    await userEvent.clear(number);
    await userEvent.type(number, '14');
    const button = panel.getByRole('button', { name: 'Send new address' });
    for (const press of [button, button]) fireEvent.click(press);
    expect(await panel.findByText(/^We have asked/)).toBeTruthy();
    expect(server.requested).toEqual([{ ...away, version: 1 }]);
    expect(document.activeElement).toBe(panel.getByRole('status'));
    expect(panel.queryByRole('textbox')).toBeNull();
  });

  test('shows that it is being sent, and a failure; what was typed stays [ORD-09]', async () => {
    let answer = (_: object) => {};
    const slow = new Promise<object>((resolve) => {
      answer = resolve;
    });
    const { panel, server } = await show(address(), () => slow as never);
    await userEvent.type(await change(panel), 'a');
    await send(panel);
    expect(words(panel)).toBe('Sending the new address...');
    await act(async () => answer({ status: 422, body: { code: 'x' } }));
    expect((await panel.findByRole('alert')).textContent).toBe(
      'The new address could not be sent. Please try again.',
    );
    expect(panel.getByRole<HTMLInputElement>('textbox', { name: /^House number/ }).value).toBe('12a');
    expect(server.requested).toHaveLength(1);
  });

  test('changed by another tab is shown before it is replaced', async () => {
    const other = address({
      changeState: 'RequestSent',
      version: 2,
      requested: { ...home, streetNumber: '99' },
    });
    const { server, panel } = await show(address(), ({ version }) =>
      version === 2 ? { body: sent } : { status: 409, body: { code: 'conflict' } },
    );
    await userEvent.type(await change(panel), 'a');
    server.address = other;
    await send(panel);
    expect((await panel.findByRole('alert')).textContent).toContain(
      'changed on another device or in another tab',
    );
    expect(await panel.findByText('99 Fernlea Road')).toBeTruthy();
    await send(panel);
    expect(await panel.findByText(/^We have asked/)).toBeTruthy();
    expect(server.requested).toMatchObject([
      { streetNumber: '12a', version: 1 },
      { streetNumber: '12a', version: 2 },
    ]);
  });

  test('is refused with a message when it is too late', async () => {
    const { panel } = await show(address(), () => ({ status: 409, body: { code: 'address-fixed' } }));
    await userEvent.type(await change(panel), 'a');
    await send(panel);
    expect((await panel.findByRole('alert')).textContent).toContain('The address can no longer be changed');
    await userEvent.click(panel.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Change address' }));
  });

  test('cannot be changed after its deadline, or if production sets none', async () => {
    const { server, push, panel } = await show(address({ changeableUntil: '2026-11-22T11:59:00Z' }));
    expect(panel.getByText(/^The address could be changed until/)).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Change address' })).toBeNull();
    server.address = address({ changeableUntil: null });
    act(() => push.sayOrdersChanged('K-1'));
    await expect.poll(() => panel.queryByText(/be changed until/)).toBeNull();
    expect(panel.queryByRole('button', { name: 'Change address' })).toBeNull();
  });
});
