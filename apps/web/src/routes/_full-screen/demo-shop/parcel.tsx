import { createFileRoute } from '@tanstack/react-router';
import { ParcelPage } from '#/features/shop/demo-shop/index.ts';

type Search = { orderCode: string; parcelId: string };

export const Route = createFileRoute('/_full-screen/demo-shop/parcel')({
  validateSearch: ({ orderCode, parcelId }): Search => ({
    orderCode: String(orderCode ?? ''),
    parcelId: String(parcelId ?? ''),
  }),
  component: ParcelRoute,
});

function ParcelRoute() {
  return <ParcelPage {...Route.useSearch()} />;
}
