"""A headless Chromium, driven by the DevTools protocol over a pipe, with real clicks and keys."""
import base64
import json
import os
import select
import subprocess
import tempfile
import time

# The codes of keys that are no letters, and the texts that they enter.
KEYS = {'Tab': (9, ''), 'Enter': (13, '\r'), ' ': (32, ' ')}


class Chromium:
    """A browser whose commands and events are JSON texts, each ended by a zero byte, on descriptors 3 and 4."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        (reading, commands), (self.events, writing) = os.pipe(), os.pipe()

        def connect():
            # Copies first, since a descriptor may have the number of the other.
            copies = os.dup(reading), os.dup(writing)
            os.dup2(copies[0], 3)
            os.dup2(copies[1], 4)

        self.log = open(self.folder.name + '/log', 'wb')
        self.process = subprocess.Popen(
            [program, '--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe', '--no-first-run',
             '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage',
             '--force-color-profile=srgb', '--hide-scrollbars', '--user-data-dir=' + self.folder.name + '/profile'],
            preexec_fn=connect, close_fds=False, stdout=self.log, stderr=self.log)
        os.close(reading)
        os.close(writing)
        self.commands, self.number, self.rest, self.waiting = commands, 0, b'', []

    def send(self, method, session=None, **parameters):
        """Sends a command, and returns its result; events that come before are kept."""
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': parameters}
        if session:
            message['sessionId'] = session
        os.write(self.commands, json.dumps(message).encode() + b'\0')
        while True:
            answer = self.read(30)
            if answer is None:
                raise TimeoutError(f'{method}: no answer')
            if answer.get('id') == self.number:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]["message"]}')
                return answer['result']
            self.waiting.append(answer)

    def read(self, seconds):
        """Returns the next message; None if there is none in that time."""
        end = time.monotonic() + seconds
        while b'\0' not in self.rest:
            if not select.select([self.events], [], [], max(0, end - time.monotonic()))[0]:
                return None
            more = os.read(self.events, 1 << 20)
            if not more:
                raise EOFError('Chromium has ended')
            self.rest += more
        text, self.rest = self.rest.split(b'\0', 1)
        return json.loads(text)

    def close(self):
        try:
            self.send('Browser.close')
        except (EOFError, OSError, TimeoutError):
            self.process.kill()
        self.process.wait()


class Page:
    """A page of the browser, its requests, the header fields of responses by address, and its complaints."""

    def __init__(self, chromium, width, height=900, dark=False):
        self.chromium, self.width = chromium, width
        self.requests, self.responses, self.complaints = [], {}, []
        context = chromium.send('Target.createBrowserContext')['browserContextId']
        self.context = context
        target = chromium.send('Target.createTarget', url='about:blank', browserContextId=context)['targetId']
        self.session = chromium.send('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ['Page', 'Network', 'Runtime', 'Log']:
            self.send(domain + '.enable')
        self.send('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.send('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'},
            {'name': 'prefers-reduced-motion', 'value': 'reduce'}])
        chromium.send('Browser.grantPermissions', browserContextId=context,
                      permissions=['clipboardReadWrite', 'clipboardSanitizedWrite'])

    def send(self, method, **parameters):
        return self.chromium.send(method, self.session, **parameters)

    def take(self):
        """Sorts the events that have come."""
        while (message := self.chromium.read(0)) is not None:
            self.chromium.waiting.append(message)
        for message in self.chromium.waiting:
            event, what = message.get('method'), message.get('params', {})
            if message.get('sessionId') != self.session:
                continue
            if event == 'Network.requestWillBeSent':
                self.requests.append(what['request']['url'])
            elif event == 'Network.responseReceived':
                headers = what['response']['headers']
                self.responses[what['response']['url']] = {name.lower(): text for name, text in headers.items()}
            elif event == 'Runtime.exceptionThrown':
                self.complaints.append(what['exceptionDetails']['text'])
            elif event == 'Runtime.consoleAPICalled' and what['type'] in ('error', 'warning', 'assert'):
                self.complaints.append(str(what['args']))
            elif event == 'Log.entryAdded' and what['entry']['level'] in ('error', 'warning'):
                self.complaints.append(what['entry']['text'])
        self.chromium.waiting.clear()

    def open(self, url):
        self.send('Page.navigate', url=url)
        self.until('document.readyState === "complete" && location.href !== "about:blank"')

    def value(self, expression):
        """Returns the JSON value of an expression; a promise is waited for."""
        result = self.send('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(f'{expression}: {result["exceptionDetails"]}')
        return result['result'].get('value')

    def until(self, expression, seconds=30):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                raise TimeoutError(f'not within {seconds} s: {expression}')
            time.sleep(0.02)

    def click(self, selector):
        """Presses the left button in the middle of an element."""
        x, y = self.value(f'''(() => {{
            const element = document.querySelector({json.dumps(selector)});
            element.scrollIntoView({{ block: "center" }});
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()''')
        for kind in ['mouseMoved', 'mousePressed', 'mouseReleased']:
            button = 'none' if kind == 'mouseMoved' else 'left'
            self.send('Input.dispatchMouseEvent', type=kind, x=x, y=y, button=button, clickCount=1)

    def press(self, key, shift=False):
        # The codes of other signs belong to other keys: 46 is Delete.
        code, text = KEYS[key] if key in KEYS else (ord(key.upper()) if key.isalnum() else 0, key)
        common = {'key': key, 'windowsVirtualKeyCode': code, 'modifiers': 8 if shift else 0}
        self.send('Input.dispatchKeyEvent', type='keyDown' if text else 'rawKeyDown', text=text, **common)
        self.send('Input.dispatchKeyEvent', type='keyUp', **common)

    def type(self, text):
        for letter in text:
            self.press(letter)

    def screenshot(self, path, height=0):
        """Writes a PNG file of the page from its top, by default all of it."""
        self.value('scrollTo(0, 0)')
        height = height or self.value('document.documentElement.scrollHeight')
        picture = self.send('Page.captureScreenshot', captureBeyondViewport=True, clip={
            'x': 0, 'y': 0, 'width': self.width, 'height': height, 'scale': 1})
        with open(path, 'wb') as file:
            file.write(base64.b64decode(picture['data']))

    def close(self):
        self.chromium.send('Target.disposeBrowserContext', browserContextId=self.context)
