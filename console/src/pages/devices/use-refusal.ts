import type { DeviceInfo } from '@signalbox/contract/device';
import { useQuery } from '@tanstack/react-query';
import { getEvents } from '../../api/events.ts';

/** The last time that the credentials of a device were refused. */
export interface Refusal {
  /** epoch ms */
  time: number;
  reason: string;
}

/** Reads when the credentials of a device were refused last; null: not that is known of. */
export function useRefusal(device: Pick<DeviceInfo, 'id' | 'tenantId'>): Refusal | null | undefined {
  const { data } = useQuery({
    queryKey: ['devices', 'refusal', device.id.id],
    queryFn: async (): Promise<Refusal | null> => {
      const entity = { entityType: 'DEVICE', id: device.id.id } as const;
      const page = await getEvents(
        entity,
        device.tenantId.id,
        { eventType: 'ERROR', method: 'CONNECT' },
        { page: 0, pageSize: 1, startTime: 0, endTime: Date.now() },
      );
      const [event] = page.data;
      return event
        ? { time: event.createdTime, reason: String((event.body as { error?: unknown }).error ?? '') }
        : null;
    },
  });
  return data;
}
