import SnippetShell

/// Returns a bar with a button that is always visible, and one that scrolls with the content.
public func makeAccessoryBar(pressed: @escaping () -> Void) -> TMBar.ButtonBar {
  let bar = TMBar.ButtonBar()
  bar.layout.transitionStyle = .snap
  bar.layout.contentMode = .intrinsic
  bar.fadesContentEdges = true
  bar.backgroundView.style = .blur(style: .regular)
  bar.buttons.customize { button in
    button.tintColor = .muted
    button.selectedTintColor = .bad
    button.backgroundView.style = .clear
  }
  bar.indicator.weight = .heavy
  bar.indicator.cornerStyle = .eliptical
  bar.indicator.tintColor = .bad

  let add = Control()
  let sign = ImageView(image: .icon(.add))
  add.accessibilityLabel = "Add"
  add.addSubview(sign)
  LayoutConstraint.activate([
    sign.centerXAnchor.constraint(equalTo: add.centerXAnchor),
    sign.centerYAnchor.constraint(equalTo: add.centerYAnchor),
    add.widthAnchor.constraint(greaterThanOrEqualTo: sign.widthAnchor, constant: 20),
    add.heightAnchor.constraint(equalTo: add.widthAnchor),
  ])
  add.addAction(for: .touchUpInside, pressed)
  bar.rightPinnedAccessoryView = add
  bar.leftAccessoryView = Label(text: "All:")
  return bar
}

/// Returns a bar that looks like the system's bars and hides after some seconds.
public func makeHidingBar() -> TMHidingBar {
  let system = TMBar.TabBar().systemBar()
  system.backgroundStyle = .flat(color: .raised)
  system.separatorColor = .accent
  let bar = system.hiding(trigger: .manual)
  bar.hideTransition = .drawer
  return bar
}
