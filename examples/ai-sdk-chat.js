// A chat with a page, whose model remembers: node ai-sdk-chat.mjs, then open the address that it prints.
// A scripted model answers without a key. With CHAT_MODEL=anthropic/claude-sonnet-4.5 and AI_GATEWAY_API_KEY a real one
// does, by the AI SDK's gateway; any other model of the AI SDK goes into `anyModel` as well.
import { createServer } from 'node:http';
import { convertToModelMessages, gateway, simulateReadableStream, streamText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { Madeleine } from 'madeleine';
import { memoryMiddleware } from 'madeleine/ai-sdk';

const scripted = new MockLanguageModelV3({
  doStream: async ({ prompt }) => {
    const [, recalled] = /instructions:\n(.*)\n<\/recalled/s.exec(prompt.at(-1).content[0].text) ?? [];
    const words = (recalled ? `I remember: ${recalled}` : 'I will remember that.').split(/(?<= )/);
    const finish = { type: 'finish', finishReason: { unified: 'stop' }, usage: { inputTokens: {}, outputTokens: {} } };
    const deltas = words.map((delta) => ({ type: 'text-delta', id: '1', delta }));
    const chunks = [{ type: 'text-start', id: '1' }, ...deltas, { type: 'text-end', id: '1' }, finish];
    return { stream: simulateReadableStream({ chunks, chunkDelayInMs: 20 }) };
  },
});
const anyModel = process.env.CHAT_MODEL ? gateway(process.env.CHAT_MODEL) : scripted;

const memory = await Madeleine.open({ at: './chat-memory' });
const lisa = memory.agent('lisa');

async function answer({ messages, session }, response) {
  const middleware = memoryMiddleware({ memory: lisa, session, speaker: 'Mark', onError: console.error });
  const result = streamText({
    model: wrapLanguageModel({ model: anyModel, middleware }),
    system: 'You are Lisa. You talk with Mark, in a few sentences.',
    messages: await convertToModelMessages(messages),
  });
  await result.pipeTextStreamToResponse(response);
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Lisa remembers</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
  li { list-style: none; margin: 0.5rem 0; } .user { font-weight: 600; } ol, ul { padding: 0; }
  form { display: flex; gap: 0.5rem; } input { flex: 1; } input, button { font: inherit; padding: 0.4rem; }
</style>
<h1>Lisa remembers</h1>
<ol id="talk" aria-live="polite"></ol>
<form><input aria-label="What you say" placeholder="Luna is sixteen." autofocus><button>Say</button>
<button type="button" id="new">New conversation</button></form>
<h2>In her memory</h2>
<ul id="memory"></ul>
<script type="module">
  const [talk, form, input, memory] = ['#talk', 'form', 'input', '#memory'].map((one) => document.querySelector(one));
  let messages = [];
  let session = crypto.randomUUID();
  const line = (list, text, name = '') => {
    const made = list.appendChild(document.createElement('li'));
    made.className = name;
    made.textContent = text;
    return made;
  };
  const show = async () => {
    const known = await (await fetch('/memory')).json();
    memory.replaceChildren();
    for (const { speaker, content } of known) line(memory, speaker + ': ' + content);
  };
  const add = (role, text) => messages.push({ role, parts: [{ type: 'text', text }] });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const said = input.value.trim();
    if (said === '') return;
    input.value = '';
    line(talk, said, 'user');
    add('user', said);
    const answered = line(talk, '');
    const headers = { 'content-type': 'application/json' };
    const response = await fetch('/chat', { method: 'POST', headers, body: JSON.stringify({ messages, session }) });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) answered.textContent += part.value;
    add('assistant', answered.textContent);
    await show();
  });
  document.querySelector('#new').addEventListener('click', () => {
    messages = [];
    session = crypto.randomUUID();
    talk.replaceChildren();
  });
  await show();
</script>
</html>`;

const server = createServer(async (request, response) => {
  try {
    // A page of another site can't send JSON here unasked.
    const isJson = request.headers['content-type'] === 'application/json';
    if (request.method === 'POST' && request.url === '/chat' && isJson) {
      const parts = await request.toArray();
      await answer(JSON.parse(Buffer.concat(parts).toString()), response);
    } else if (request.url === '/memory') {
      const known = await lisa.latest({ limit: 10 });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(known.map(({ speaker, content }) => ({ speaker, content }))));
    } else {
      response.setHeader('content-type', 'text/html');
      response.end(page);
    }
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => server.close(() => memory.close()));
process.once('SIGINT', () => server.close(() => memory.close()));
