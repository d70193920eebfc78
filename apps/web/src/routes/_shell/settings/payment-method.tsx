import { createFileRoute } from '@tanstack/react-router';
import { PaymentMethodPage } from '#/features/account/payment-methods/index.ts';
import { idOf } from '#/shared/search-params.ts';

export const Route = createFileRoute('/_shell/settings/payment-method')({
  validateSearch: (search): { setup?: string } => ({ setup: idOf(search.setup) }),
  component: PaymentMethodRoute,
});

function PaymentMethodRoute() {
  return <PaymentMethodPage setupId={Route.useSearch().setup} />;
}
