import { createFileRoute } from '@tanstack/react-router';
import { ChangeAddressPage } from '#/features/account/addresses/index.ts';

export const Route = createFileRoute('/_shell/settings/address/$addressId')({ component: AddressRoute });

function AddressRoute() {
  const { addressId } = Route.useParams();
  return <ChangeAddressPage key={addressId} addressId={addressId} />;
}
