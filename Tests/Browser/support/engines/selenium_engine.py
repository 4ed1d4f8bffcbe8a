from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, NoAlertPresentException, NoSuchElementException,
    StaleElementReferenceException)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By

from .engine import Engine


class SeleniumEngine(Engine):
    """A browser that a WebDriver program controls. `driver` is Selenium's object for it."""

    driver = None

    def get(self, url):
        self.driver.get(url)

    def refresh(self):
        self.driver.refresh()

    def back(self):
        self.driver.back()

    def forward(self):
        self.driver.forward()

    def execute_script(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def execute_async_script(self, script, *arguments):
        return self.driver.execute_async_script(script, *arguments)

    def type(self, keys):
        ActionChains(self.driver).send_keys(keys).perform()

    def turn_wheel(self, selector, x, y):
        origin = ScrollOrigin.from_element(self.driver.find_element(By.CSS_SELECTOR, selector))
        ActionChains(self.driver).scroll_from_origin(origin, x, y).perform()

    click_refusals = (
        NoSuchElementException, StaleElementReferenceException, ElementNotInteractableException,
        ElementClickInterceptedException)

    def click_once(self, selector):
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def click_with(self, key, selector):
        """Clicks an element while a key is down."""
        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        ActionChains(self.driver).key_down(key).click(element).key_up(key).perform()

    @property
    def window_handles(self):
        return self.driver.window_handles

    @property
    def current_window_handle(self):
        return self.driver.current_window_handle

    def new_tab(self):
        self.driver.switch_to.new_window("tab")

    def switch_to_tab(self, handle):
        self.driver.switch_to.window(handle)

    def close_tab(self):
        self.driver.close()
        self.driver.switch_to.window(self.driver.window_handles[0])

    def enter_frame(self, index):
        self.driver.switch_to.frame(index)

    def enter_frame_at(self, selector):
        self.driver.switch_to.frame(self.driver.find_element(By.CSS_SELECTOR, selector))

    def leave_frames(self):
        self.driver.switch_to.default_content()

    @property
    def dialog_text(self):
        try:
            return self.driver.switch_to.alert.text
        except NoAlertPresentException:
            return None

    def answer_dialog(self, text=None):
        alert = self.driver.switch_to.alert
        if text is not None:
            alert.send_keys(text)
        alert.accept()

    def quit(self):
        self.driver.quit()
