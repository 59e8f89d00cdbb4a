import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { withProgress } from '../../../src/mcp/create-mcp-server.ts';
import { eventually } from '../../support/eventually.ts';

interface Told {
  readonly method: string;
  readonly params?: { readonly progressToken?: string; readonly progress?: number; readonly message?: string };
}

/** A request whose notifications are kept. */
function request(progressToken?: string): { readonly context: ServerContext; readonly told: Told[] } {
  const told: Told[] = [];
  const mcpReq = {
    ...(progressToken === undefined ? {} : { _meta: { progressToken } }),
    notify: async (notification: Told): Promise<void> => void told.push(notification),
  };
  return { context: { mcpReq } as unknown as ServerContext, told };
}

describe('progress', () => {
  it('tells that work goes on, ever further, and nothing after its end', async () => {
    const { context, told } = request('job');
    const result = await withProgress(context, 'Recall', () => eventually(() => enough(told)), 5);
    expect(result).toBe('done');
    const before = told.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).toHaveLength(before);
    expect(told.map(({ params }) => params?.progress)).toEqual(told.map((_, place) => place + 1));
    expect(told[0]).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'job', message: 'Recall: at it for 0.005 s' },
    });
  });

  it('tells nothing to a client that did not ask, and passes on what goes wrong', async () => {
    const { context, told } = request();
    const failing = withProgress(context, 'Recall', () => Promise.reject(new Error('broken')), 1);
    await expect(failing).rejects.toThrow('broken');
    expect(told).toEqual([]);
  });
});

function enough(told: readonly Told[]): string {
  if (told.length < 2) throw new Error('not yet');
  return 'done';
}
