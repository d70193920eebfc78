export { AddressForm } from './address-form.tsx';
export { ChangeAddressPage, NewAddressPage } from './address-pages.tsx';
export { AddressesPage } from './addresses-page.tsx';
export { addressesGroup } from './group.tsx';
export { Address, SavedAddressChoice } from './saved-addresses.tsx';
