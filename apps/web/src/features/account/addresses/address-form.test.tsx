// @vitest-environment happy-dom
import type { TypedAddress } from '@keepsake/contracts/account/address-formats';
import { ADDRESS_MESSAGES } from '@keepsake/contracts/account/addresses';
import type { PostalAddress } from '@keepsake/contracts/account/postal-address';
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import texts from '../../../../locales/en-GB.json' with { type: 'json' };
import { AddressForm } from './address-form.tsx';

const home = {
  name: 'Mia Berg',
  streetName: 'Fernlea Road',
  streetNumber: '12',
  postalCode: 'SW12 9RT',
  city: 'London',
  country: 'GB',
};
beforeAll(async () => {
  const resources = { 'en-GB': { translation: texts } };
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en-GB', resources, interpolation: { escapeValue: false } });
});
afterEach(cleanup);

/** Shows the form; returns its submit handler. */
function show(initial: TypedAddress, countries?: readonly string[]) {
  const onSubmit = vi.fn<(address: PostalAddress) => void>();
  render(
    <MantineProvider env="test">
      <SettingsContext value={{ channel: { locale: 'en-GB' } } as Settings}>
        <AddressForm
          initial={initial}
          countries={countries}
          confirm="Save"
          sending={{ isSaving: false, error: null, failure: null }}
          onSubmit={onSubmit}
          onCancel={() => undefined}
        />
      </SettingsContext>
    </MantineProvider>,
  );
  return onSubmit;
}
const field = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const retype = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const labels = () => screen.getAllByRole('textbox').map((input) => (input as HTMLInputElement).name);

describe('the address form', () => {
  test('shows the specification’s messages, the same as the server', () => {
    expect(texts.address.fault).toEqual(ADDRESS_MESSAGES);
  });

  test('takes the focus when it arrives, unless a menu has it meanwhile', () => {
    show(home);
    expect(document.activeElement).toBe(field('Name'));
    cleanup();
    const menu = document.body.appendChild(document.createElement('div'));
    menu.setAttribute('role', 'menu');
    menu.tabIndex = -1;
    menu.focus();
    show(home);
    expect(document.activeElement).toBe(menu);
    menu.remove();
  });

  test('sends nothing invalid, marks each field and focuses the first [ADR-05, ADR-06, ADR-07, ADR-08]', async () => {
    const onSubmit = show(home);
    await retype('Street', '3');
    await retype('House number', 'x');
    await retype('Postcode', 'xxEC1Y 8SYyy');
    await retype('Phone number', '12');
    await save();
    for (const message of [
      'Street name must be valid',
      'Street number must be valid',
      'Postal Code must be valid',
      'Phone number must be valid',
    ])
      expect(screen.getByText(message)).toBeTruthy();
    expect(screen.getByText('For example EC1Y 8SY')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Please check 4 fields.');
    expect(document.activeElement).toBe(field('House number'));
    expect(field('Postcode').getAttribute('aria-invalid')).toBe('true');
    expect(onSubmit).not.toHaveBeenCalled();

    await retype('House number', '7a');
    await retype('Street', 'Errol Street');
    await retype('Postcode', 'ec1y8sy');
    await retype('Phone number', '020 7946 0958');
    expect(screen.queryByRole('alert')).toBeNull();
    await save();
    expect(onSubmit.mock.calls).toEqual([
      [
        {
          ...home,
          streetNumber: '7a',
          streetName: 'Errol Street',
          postalCode: 'EC1Y 8SY',
          phoneNumber: '+44 20 7946 0958',
        },
      ],
    ]);
  });

  test('formats a postal code on blur, and immediately shows what is wrong with it', async () => {
    show({ ...home, country: 'NL', postalCode: '' });
    await userEvent.click(field('Postal code'));
    await userEvent.tab();
    expect(screen.queryByText('Postal Code must be valid')).toBeNull();
    await userEvent.type(field('Postal code'), '1015cj');
    await userEvent.tab();
    expect(field('Postal code').value).toBe('1015 CJ');
    await retype('Postal code', '0000 SS');
    await userEvent.tab();
    expect(screen.getByText('Postal Code must be valid')).toBeTruthy();
  });

  test('keeps what was typed when the country changes, and sends the new country’s fields', async () => {
    const onSubmit = show({ ...home, country: 'IE', region: 'Dublin', postalCode: 'D02 X285' }, [
      'SE',
      'IE',
      'AT',
    ]);
    const country = screen.getByRole('combobox', { name: 'Country' });
    expect(country.getAttribute('autocomplete')).toBe('country');
    expect([...country.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Austria',
      'Ireland',
      'Sweden',
    ]);
    expect(labels()).toContain('region');
    await userEvent.selectOptions(country, 'SE');
    expect(labels()).not.toContain('region');
    expect(field('Postal code').value).toBe('D02 X285');
    await retype('Postal code', '11122');
    await userEvent.selectOptions(country, 'IE');
    expect(field('County').value).toBe('Dublin');
    await userEvent.selectOptions(country, 'SE');
    await save();
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ ...home, country: 'SE', postalCode: '111 22' });
  });

  test('splits off a house number if the browser fills in the street, but not while typing', async () => {
    show({ country: 'AT', name: 'Mia', city: 'Wien' });
    await userEvent.type(field('Street'), 'Plein 1944');
    expect([field('Street').value, field('House number').value]).toEqual(['Plein 1944', '']);
    fireEvent.change(field('Street'), { target: { value: 'Mariahilfer Straße 12/3' } });
    expect([field('Street').value, field('House number').value]).toEqual(['Mariahilfer Straße', '12/3']);
    const tokens = Object.fromEntries(
      screen
        .getAllByRole('textbox')
        .map((input) => [(input as HTMLInputElement).name, input.getAttribute('autocomplete')]),
    );
    expect(tokens).toMatchObject({
      streetName: 'address-line1',
      postalCode: 'postal-code',
      phoneNumber: 'tel',
    });
  });
});
