/** The least of an MCP client: starts `madeleine mcp` and calls its tools, so that what is measured is the server. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { executable } from './hub.ts';

interface Answer {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: Readonly<Record<string, unknown>> };
  readonly error?: { readonly message: string };
}

/** One `madeleine mcp`. */
export class StdioClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #calls = 0;

  private constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  /** Starts one with these options; settles when it has answered the first request. */
  static async start(options: readonly string[]): Promise<StdioClient> {
    const client = new StdioClient(spawn(process.execPath, [executable, 'mcp', ...options]));
    const clientInfo = { name: 'bench', version: '1' };
    await client.#request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    client.#send({ method: 'notifications/initialized' });
    return client;
  }

  /** Calls a tool; throws where that did not go well. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
    const { result, error } = await this.#request('tools/call', { name, arguments: args });
    if (result === undefined || result.isError === true) throw new Error(error?.message ?? JSON.stringify(result));
    return result.structuredContent ?? {};
  }

  /** Ends it by the end of its input. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdin.end();
    await ended;
  }

  #request(method: string, params: unknown): Promise<Answer> {
    this.#calls += 1;
    const id = this.#calls;
    return new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error(`madeleine mcp ended during ${method}`));
      this.#child.once('close', ended);
      this.#waiting.set(id, (answer) => {
        this.#child.off('close', ended);
        this.#waiting.delete(id);
        resolve(answer);
      });
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
