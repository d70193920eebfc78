import { useChannel } from '#/shared/configuration.tsx';

/** Address of customer care, including the order's code. */
export function useCareAddress(orderCode: string): string {
  const { customerCareUrl } = useChannel();
  const [address = '', fragment] = customerCareUrl.split('#');
  return `${address}${address.includes('?') ? '&' : '?'}orderCode=${orderCode}${fragment ? `#${fragment}` : ''}`;
}
