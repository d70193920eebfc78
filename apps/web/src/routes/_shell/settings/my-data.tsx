import { createFileRoute } from '@tanstack/react-router';
import { MyDataPage } from '#/features/account/my-data/my-data-page.tsx';

export const Route = createFileRoute('/_shell/settings/my-data')({
  component: MyDataPage,
  staticData: { heading: { text: 'myData.title' } },
});
