import { createFileRoute } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CutOffNotice, useCutOffs } from '#/features/exchange/merchandise/index.ts';
import { GettingStarted, HomePage, type Suggestion } from '#/features/frame/home/index.ts';
import { LegacyImport } from '#/features/library/legacy-import/index.ts';
import { openImport, openPhoneImport, useUploadsDisabledReason } from '#/features/library/uploads/index.ts';
import { useShopUrl } from '#/shared/channel-links.tsx';
import { useChannel } from '#/shared/configuration.tsx';
import { useFlag } from '#/shared/flags.tsx';
import { useHasMouse } from '#/shared/layout.ts';
import { AddIcon, HelpIcon, HomeIcon, PhoneIcon, ProjectIcon } from '#/shared/ui/icons.tsx';
import { overviewParts } from '../-overview.tsx';

export const Route = createFileRoute('/_shell/')({
  component: HomeRoute,
  staticData: {
    menu: {
      group: 'start',
      rank: 1,
      label: 'shell.overview',
      icon: <HomeIcon />,
      thumbLabel: 'shell.thumbs.overview',
    },
    prepare: async (client) => (await import('../-overview.tsx')).prepareOverview(client),
  },
});

function HomeRoute() {
  // Requested in parallel to the overview, not after it.
  useCutOffs();
  return (
    <>
      <HomePage parts={overviewParts} suggestions={<Suggestions />} ending={<CutOffNotice />} />
      <LegacyImport />
    </>
  );
}

/** Up to three suggestions for getting started, depending on what is available here. */
function Suggestions() {
  const { t } = useTranslation();
  const isUploadOn = useFlag('PhotoManagementUploadViewEnabled');
  const canAdd = useUploadsDisabledReason() === null && isUploadOn;
  const isTransferOn = useFlag('PhotoManagementQrCodeUploadEnabled');
  // A phone needs no code to send its own photos.
  const canTransfer = useHasMouse() && isTransferOn && canAdd;
  const hasShop = useShopUrl() !== null;
  const { faqUrl, productsUrl } = useChannel();
  const describe = (key: string) => ({
    key,
    title: t(`home.begin.${key}`),
    text: t(`home.begin.${key}Text`),
  });
  const suggestions: (Suggestion | false)[] = [
    canAdd && { ...describe('upload'), icon: <AddIcon size={24} />, onPress: openImport },
    canTransfer && { ...describe('phone'), icon: <PhoneIcon size={24} />, onPress: openPhoneImport },
    hasShop && { ...describe('products'), icon: <ProjectIcon size={24} />, href: productsUrl },
    { ...describe('help'), icon: <HelpIcon size={24} />, href: faqUrl },
  ];
  return (
    <GettingStarted
      suggestions={suggestions.filter((suggestion) => suggestion !== false).slice(0, MAX_SUGGESTIONS)}
    />
  );
}

const MAX_SUGGESTIONS = 3;
