import { createFileRoute } from '@tanstack/react-router';
import { MyDataPage } from '#/features/account/my-data/index.ts';

export const Route = createFileRoute('/_shell/settings/my-data')({
  component: MyDataPage,
  staticData: { heading: { text: 'myData.title' } },
});
