import type { ComponentProps } from 'react';
import { Icon } from '#/shared/ui/icons.tsx';

type Props = Omit<ComponentProps<typeof Icon>, 'children'>;

export const BackIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M19.5 12h-15m6-6-6 6 6 6" />
  </Icon>
);

export const KeyboardIcon = (props: Props) => (
  <Icon {...props}>
    <rect x="3" y="6.5" width="18" height="11" rx="1.5" />
    <path d="M6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8.5 14h7" />
  </Icon>
);

export const InfoIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5.2M12 7.9v.1" />
  </Icon>
);

export const CalendarIcon = (props: Props) => (
  <Icon {...props}>
    <rect x="4" y="5.5" width="16" height="14" rx="2" />
    <path d="M4 9.8h16M8.3 3.6v3.6M15.7 3.6v3.6" />
  </Icon>
);

export const CameraIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M5.5 7.5h2.6l1.4-2.2h5l1.4 2.2h2.6a2 2 0 0 1 2 2v7.7a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V9.5a2 2 0 0 1 2-2z" />
    <circle cx="12" cy="13" r="3.3" />
  </Icon>
);

export const BagIcon = (props: Props) => (
  <Icon {...props}>
    <path d="M6.2 8.5h11.6l1 11H5.2zM9 11V7.6a3 3 0 0 1 6 0V11" />
  </Icon>
);

export const CheckIcon = (props: Props) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.2 12.3 2.7 2.7 5-5.6" />
  </Icon>
);
