import { createFileRoute } from '@tanstack/react-router';
import { ShareWidgetPage } from '#/features/creations/widgets/index.ts';
import { useCustomerName } from '#/shared/customer-query.ts';

export const Route = createFileRoute('/_shell/widgets/$productCode/share')({
  component: ShareRoute,
  staticData: { heading: { text: 'widgets.shareTitle' } },
});

function ShareRoute() {
  const { productCode } = Route.useParams();
  const senderName = useCustomerName() ?? '';
  return <ShareWidgetPage key={productCode} productCode={productCode} senderName={senderName} />;
}
