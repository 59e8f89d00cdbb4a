/** A real browser that looks at the page of a hub, and hears of everything that goes wrong while it does. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where Chromium is: what `CHROMIUM` names, else where systems install it. */
export const chromiumPath: string | undefined = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => path !== undefined && existsSync(path));

/** The widths at which the page has to be readable, with a height to each. */
export const sizes = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const;

/** A tab that looks at the page. */
export interface Tab {
  readonly page: Page;
  /** What went wrong so far: errors on the console, refusals of the content security policy, requests to elsewhere. */
  readonly problems: readonly string[];
}

/** A finding of axe-core. */
interface AxeFinding {
  readonly id: string;
  readonly impact: 'minor' | 'moderate' | 'serious' | 'critical' | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Starts the browser. WebGL is drawn in software, as everywhere without a screen; all else without WebGL's detour. */
export function launchBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('launchBrowser: there is no Chromium; install it, or set CHROMIUM.');
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
      '--disable-gpu-rasterization',
    ],
  });
}

/** Opens an address in a window of its own, which shares nothing with others. */
export async function openTab(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: sizes.wide, ...options });
  context.setDefaultTimeout(100_000);
  const page = await context.newPage();
  const problems: string[] = [];
  const { origin } = new URL(address);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') problems.push(`request: ${request.url()}`);
  });
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (one) => console.error('policy:', one.violatedDirective, one.blockedURI))",
  );
  await page.goto(address);
  return { page, problems };
}

/** What axe-core finds that is serious or worse, each with the elements. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  const findings = await page.evaluate<readonly AxeFinding[]>('axe.run().then(({ violations }) => violations)');
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} (${failureSummary})`).join('; ')}`,
    );
}
