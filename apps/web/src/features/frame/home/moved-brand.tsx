import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChannelLink } from '#/shared/channel-links.tsx';
import { useChannel, useConfiguration } from '#/shared/configuration.tsx';
import { customerQuery } from '#/shared/customer-query.ts';
import panels from '#/shared/ui/panels.module.css';

/** For customers of a brand the operator has removed: explains why they see another one, and that none of their data is lost. */
export function MovedBrand() {
  const { t } = useTranslation();
  const { name, customerCareUrl } = useChannel();
  const { channels } = useConfiguration();
  const { data } = useQuery(customerQuery);
  if (!data || channels.includes(data.channel)) return null;
  return (
    <section className={panels.panel}>
      <p role="status">{t('home.movedBrand', { brand: name })}</p>
      <Anchor component={ChannelLink} href={customerCareUrl}>
        {t('shell.customerCare')}
      </Anchor>
    </section>
  );
}
